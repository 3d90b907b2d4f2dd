import { Channels } from './Channels.js';
import { Companies } from './Companies.js';
import { Contacts } from './Contacts.js';
import { Deals } from './Deals.js';
import { Deliveries } from './Deliveries.js';
import { Inbox } from './Inbox.js';
import { Requests } from './Requests.js';
import { Settings } from './Settings.js';
import { Templates } from './Templates.js';

/** The page's views by their part of the address; the first one is shown at the start. */
export const views = [
	{ name: 'inbox', title: 'Inbox', View: Inbox },
	{ name: 'contacts', title: 'Contacts', View: Contacts },
	{ name: 'companies', title: 'Companies', View: Companies },
	{ name: 'deals', title: 'Deals', View: Deals },
	{ name: 'channels', title: 'Channels', View: Channels },
	{ name: 'templates', title: 'Templates', View: Templates },
	{ name: 'settings', title: 'Account settings', View: Settings },
	{ name: 'deliveries', title: 'Delivery log', View: Deliveries },
	{ name: 'requests', title: 'Request log', View: Requests },
];
