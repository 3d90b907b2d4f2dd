require('./together').together('sandbox');
