import type { Field } from './field';
import {
	WEEKDAYS,
	DEFAULT_FROM,
	DEFAULT_TO,
	parseSendHours,
	SEND_HOURS_LABEL,
	type SendHours,
} from './parsers/sendHours';
import { capitalize } from '../sentences';

/** A guard against messages at night. */
export const sendHours: Field<SendHours> = {
	property: {
		displayName: SEND_HOURS_LABEL,
		name: 'sendHours',
		type: 'fixedCollection',
		placeholder: 'Set Hours',
		// Otherwise n8n would drop hours that were added and left empty, and messages would leave at any time.
		typeOptions: { multipleValues: false },
		default: {},
		description:
			'When messages may leave. An item whose turn comes at another time is not sent: it does not wait until morning. A message that was tried in time may be tried again later.',
		options: [
			{
				displayName: 'Hours',
				name: 'hours',
				values: [
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: DEFAULT_FROM,
						placeholder: 'e.g. 08:00',
						description: 'The first minute, as HH:MM',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: DEFAULT_TO,
						placeholder: 'e.g. 20:00',
						description: 'From this minute on nothing leaves, as HH:MM. Later than From.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'multiOptions',
						options: WEEKDAYS.map((value) => ({ name: capitalize(value), value })),
						default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
					},
					{
						displayName: 'Time Zone',
						name: 'timezone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/Sao_Paulo',
						description:
							'An IANA name. If it is empty, the workflow’s time zone counts. If nobody set one there, n8n’s default is New York.',
					},
				],
			},
		],
	},
	purpose: 'setting',
	read: (value, { timezone }) => parseSendHours(value, timezone),
};
