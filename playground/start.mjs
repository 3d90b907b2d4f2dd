// `npm start`. What it loads below needs dependencies, which may have to be installed first.
import './prepare.mjs';

await import('tsx');
await import('./main.ts');
