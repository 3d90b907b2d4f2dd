require('./together').together('package');
