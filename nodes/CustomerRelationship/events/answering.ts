import type { INode } from 'n8n-workflow';

/** Where n8n looks for resolvers (`WEBHOOK_RESOLVERS`, which older versions of n8n don't export). */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

interface TriggerParameters {
	options?: { answer?: string };
}

/** Used as it is and, by its source text, as an expression: it must not refer to anything outside. */
const resolve = ({ options }: TriggerParameters) =>
	options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived';
const template = `={{ (${String(resolve)})($parameter) }}`;

/**
 * The part of the webhook's description that the option “Answer” decides: as an expression, and as a
 * function that spares n8n the expression engine where no parameter is an expression.
 */
export const answering = {
	responseMode: template,
	[RESOLVERS]: { responseMode: { template, resolve } },
};

/** Whether “Answer” holds a choice of its list: of an expression n8n would see only the text, and answer at once. */
export const isAnswerKnown = ({ parameters }: INode): boolean =>
	[undefined, 'atOnce', 'whenFinished'].includes((parameters as TriggerParameters).options?.answer);
