require('./together').together('unit', { part: 2, of: 3 });
