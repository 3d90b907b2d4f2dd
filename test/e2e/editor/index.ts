export { Editor } from './editor';
