/** Where n8n looks for resolvers (`WEBHOOK_RESOLVERS`, which older versions of n8n don't export). */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const byExpression =
	'={{ $parameter["options"]["answer"] === "whenFinished" ? "lastNode" : "onReceived" }}';

/**
 * The part of the webhook's description that the option “Answer” decides: as an expression, and as a
 * function that spares n8n the expression engine where no parameter is an expression.
 */
export const answering = {
	responseMode: byExpression,
	[RESOLVERS]: {
		responseMode: {
			template: byExpression,
			resolve: ({ options }: { options?: { answer?: string } }) =>
				options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived',
		},
	},
};
