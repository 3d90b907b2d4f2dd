/** Where n8n looks for resolvers (`WEBHOOK_RESOLVERS`, which older versions of n8n don't export). */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

/** Used as it is and, by its source text, as an expression: it must not refer to anything outside. */
const resolve = ({ options }: { options?: { answer?: string } }) =>
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
