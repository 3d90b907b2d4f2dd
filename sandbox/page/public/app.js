import { render } from 'preact';
import { Page } from './Page.js';
import { html } from './html.js';

render(html`<${Page} />`, document.getElementById('app'));
