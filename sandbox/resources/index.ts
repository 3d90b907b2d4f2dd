import type { Operation } from '../http/operation';
import { channels } from './channels';
import { companies } from './companies';
import { contacts } from './contacts';
import { conversations } from './conversations';
import { dealClosing } from './dealClosing';
import { deals } from './deals';
import { messages } from './messages';
import { pipelines } from './pipelines';

/** Every operation of the specification's "Endpoints". */
export const operations: readonly Operation[] = [
	...contacts,
	...companies,
	...pipelines,
	...deals,
	...dealClosing,
	...conversations,
	...messages,
	...channels,
];
