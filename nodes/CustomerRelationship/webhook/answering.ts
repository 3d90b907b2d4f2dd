import type { INode } from 'n8n-workflow';

/** Where n8n looks for resolvers (`WEBHOOK_RESOLVERS`, which older versions of n8n don't export). */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

interface TriggerParameters {
	options?: { answer?: string };
}

/** What n8n calls the choices of “Answer”: as an expression, and as a function of the parameters. */
const template = '={{ $parameter.options?.answer === "whenFinished" ? "lastNode" : "onReceived" }}';
const resolve = ({ options }: TriggerParameters) =>
	options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived';

/** The part of the webhook's description that “Answer” decides. The function spares n8n its expression engine. */
export const answering = {
	responseMode: template,
	[RESOLVERS]: { responseMode: { template, resolve } },
};

/** Whether “Answer” holds a choice of its list: of an expression n8n would see only the text, and answer at once. */
export const isAnswerKnown = ({ parameters }: INode): boolean =>
	[undefined, 'atOnce', 'whenFinished'].includes((parameters as TriggerParameters).options?.answer);
