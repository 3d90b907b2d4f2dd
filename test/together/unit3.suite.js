require('./together').together('unit', { part: 3, of: 3 });
