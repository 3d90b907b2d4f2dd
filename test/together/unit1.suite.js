require('./together').together('unit', { part: 1, of: 3 });
