import type { TriggerPanelDefinition } from 'n8n-workflow';

const listen =
	'<b>While you build</b>, execute this step: the next event that arrives at the test URL shows up here. Register the test URL in the service as a webhook of its own, and paste its signing secret into the credential’s “Signing Secret (Test URL)”: at the test URL no other counts. No event at hand? Choose “set mock data” in the output panel and paste a sample event.';

/** What the editor shows beside the parameters while no event has arrived. */
export const triggerPanel: TriggerPanelDefinition = {
	header: '',
	executionsHelp: {
		inactive: `${listen}<br><br><b>To run automatically</b>, publish the workflow and register the production URL. Those runs show up in the executions list, not here.`,
		active: `${listen}<br><br><b>The workflow is published</b>, so events that arrive at the production URL run it. Those runs show up in the <a data-key="executions">executions list</a>, not here.`,
	},
	activationHint: {
		inactive:
			'Once it is built, <a data-key="activate">publish</a> the workflow to have it listen all the time.',
		active: 'Events that arrive at the production URL run this workflow.',
	},
};
