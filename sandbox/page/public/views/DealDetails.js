import { announce } from '../announce.js';
import { get, inPath } from '../control.js';
import { companyName, nameOf, reais, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Changes } from '../parts/Changes.js';
import { Dialog } from '../parts/Dialog.js';
import { CustomFields, Facts, Tags } from '../parts/Facts.js';
import { useForm } from '../parts/useForm.js';
import { addressOf } from '../route.js';
import { moveDeal } from './moveDeal.js';

async function load({ contactId, companyId }) {
	const [contact, company, definitions] = await Promise.all([
		contactId && get(`/app/contacts/${inPath(contactId)}`),
		companyId && get(`/app/companies/${inPath(companyId)}`),
		get('/custom-fields'),
	]);
	return {
		contact,
		company,
		definitions: definitions.filter(({ resource }) => resource === 'deal'),
	};
}

/** One deal in full, and its way to another stage. */
export function DealDetails({ deal, stages, users, onMoved, onClosed }) {
	const { data } = useLive(
		() => load(deal),
		['contact', 'company'],
		[deal.contactId, deal.companyId],
	);
	return html`
		<${Dialog} title=${deal.title} onClosed=${onClosed}>
			${(close) => html`
				<${Facts}
					facts=${[
						['Value', reais(deal.valueCents)],
						['Status', deal.status],
						['Closed', deal.closedAt && when(deal.closedAt)],
						['Lost because', deal.lostNote],
						['Owner', users.find(({ id }) => id === deal.ownerId)?.name],
						[
							'Contact',
							data?.contact &&
								html`<a href=${addressOf('contacts', data.contact.id)}>${nameOf(data.contact)}</a>`,
						],
						[
							'Company',
							data?.company &&
								html`<a href=${addressOf('companies', data.company.id)}
									>${companyName(data.company)}</a
								>`,
						],
						['Tags', html`<${Tags} tags=${deal.tags} />`],
						['Updated', when(deal.updatedAt)],
						['ID', html`<code>${deal.id}</code>`],
					]}
				/>
				${data && html`<${CustomFields} values=${deal.customFields} definitions=${data.definitions} />`}
				<${Changes} id=${deal.id} type="deal" />
				${deal.status === 'open' && html`<${MoveForm} deal=${deal} stages=${stages} onMoved=${onMoved} close=${close} />`}
			`}
		<//>
	`;
}

function MoveForm({ deal, stages, onMoved, close }) {
	const { isBusy, problem, onSubmit } = useForm(async (values) => {
		const stage = stages.find(({ id }) => id === values.get('stageId'));
		await moveDeal(deal, stage);
		announce(`${deal.title} is in ${stage.name} now.`);
		onMoved(stage.id);
		close();
	});
	return html`
		<form class="tools" onSubmit=${onSubmit}>
			<div>
				<label for="deal-stage">Stage</label>
				<select id="deal-stage" name="stageId">
					${stages
						.filter(({ id }) => id !== deal.stageId)
						.map(
							({ id, name, kind }) =>
								html`<option key=${id} value=${id}>
									${name}${kind === 'open' ? '' : ` (${kind})`}
								</option>`,
						)}
				</select>
			</div>
			<button type="submit" class="primary" aria-busy=${String(isBusy)}>Move deal</button>
			${problem}
		</form>
	`;
}
