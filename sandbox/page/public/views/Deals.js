import { useEffect, useRef, useState } from 'preact/hooks';
import { get, getList, inPath } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { DealBoard } from './DealBoard.js';
import { DealDetails } from './DealDetails.js';

/** A board that holds more is no board any more. */
const MOST_DEALS = 300;

/** Deals of one pipeline as a board. */
export function Deals() {
	const [chosenId, choosePipeline] = useState('');
	const [dealId, setDealId] = useState('');
	const { data: pipelines, error } = useLive(
		async () => (await get('/app/pipelines?includeInactive=true')).data,
		['pipeline'],
	);
	const pipelineId = chosenId || pipelines?.[0]?.id;
	const { data: board, error: boardError } = useLive(
		() => loadBoard(pipelineId),
		['deal', 'stage', 'user'],
		[pipelineId],
	);
	// A moved deal's card is a new element, which takes over the focus of the former one.
	const moved = useRef(undefined);
	useEffect(() => {
		const { id, stageId } = moved.current ?? {};
		if (dealId || !board?.deals.some((deal) => deal.id === id && deal.stageId === stageId)) return;
		moved.current = undefined;
		document.getElementById(`deal-${id}`).focus();
	}, [board, dealId]);
	if (!pipelines || !board) return html`<${Loading} error=${error ?? boardError} />`;
	const deal = board.deals.find(({ id }) => id === dealId);
	return html`
		<div class="tools">
			<div>
				<label for="pipeline">Pipeline</label>
				<select
					id="pipeline"
					value=${pipelineId}
					onChange=${(event) => choosePipeline(event.currentTarget.value)}
				>
					${pipelines.map(
						({ id, name, isActive }) =>
							html`<option key=${id} value=${id}>
								${name}${isActive ? '' : ' (deactivated)'}
							</option>`,
					)}
				</select>
			</div>
			${board.hasMore && html`<p class="faint">The newest ${board.deals.length} deals.</p>`}
		</div>
		<${DealBoard} ...${board} onOpen=${setDealId} />
		${
			deal &&
			html`
				<${DealDetails}
					deal=${deal}
					stages=${board.stages}
					users=${board.users}
					onMoved=${(stageId) => (moved.current = { id: deal.id, stageId })}
					onClosed=${() => setDealId('')}
				/>
			`
		}
	`;
}

async function loadBoard(pipelineId) {
	if (!pipelineId) return undefined;
	const [stages, list, users] = await Promise.all([
		get(`/app/pipelines/${inPath(pipelineId)}/stages`),
		getList('/deals', { pipelineId }, MOST_DEALS),
		get('/users'),
	]);
	return { stages: stages.data, deals: list.records, hasMore: list.hasMore, users };
}
