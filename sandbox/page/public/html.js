import { h } from 'preact';
import htm from 'htm';

/** Markup as a tagged template; values become text or properties, never markup. */
export const html = htm.bind(h);
