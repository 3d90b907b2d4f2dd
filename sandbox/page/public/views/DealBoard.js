import { useState } from 'preact/hooks';
import { attempt } from '../announce.js';
import { reais } from '../format.js';
import { html } from '../html.js';
import { moveDeal } from './moveDeal.js';

/**
 * A column for each stage, in stage order. A card opens with a click or Enter; an open deal can
 * also be dragged to another column.
 */
export function DealBoard({ stages, deals, users, onOpen }) {
	const [draggedId, setDraggedId] = useState('');
	const dragged = deals.find(({ id }) => id === draggedId);
	return html`
		<div class="board" role="region" aria-label="Deals by stage" tabindex="0">
			${stages.map(
				(stage) => html`
					<${Column}
						key=${stage.id}
						stage=${stage}
						deals=${deals.filter(({ stageId }) => stageId === stage.id)}
						users=${users}
						takesDrop=${dragged !== undefined && dragged.stageId !== stage.id}
						onDrop=${() => attempt(() => moveDeal(dragged, stage), `${dragged.title} is in ${stage.name} now.`)}
						onDragged=${setDraggedId}
						onOpen=${onOpen}
					/>
				`,
			)}
		</div>
	`;
}

function Column({ stage, deals, users, takesDrop, onDrop, onDragged, onOpen }) {
	const total = deals.reduce((sum, { valueCents }) => sum + valueCents, 0);
	const headingId = `stage-${stage.id}`;
	return html`
		<section
			class=${`column ${stage.kind} ${takesDrop ? 'takes-drop' : ''}`}
			aria-labelledby=${headingId}
			onDragOver=${(event) => takesDrop && event.preventDefault()}
			onDrop=${(event) => {
				event.preventDefault();
				if (takesDrop) void onDrop();
			}}
		>
			<h2 id=${headingId}>${stage.name}</h2>
			<p class="faint">
				${deals.length === 1 ? '1 deal' : `${deals.length} deals`} · ${reais(total)}
			</p>
			<ul>
				${deals.map(
					(deal) => html`
						<li key=${deal.id}>
							<button
								type="button"
								class="card"
								id=${`deal-${deal.id}`}
								draggable=${deal.status === 'open'}
								onDragStart=${() => onDragged(deal.id)}
								onDragEnd=${() => onDragged('')}
								onClick=${() => onOpen(deal.id)}
							>
								<strong>${deal.title}</strong>
								<span>${reais(deal.valueCents)}</span>
								<span class="faint"
									>${users.find(({ id }) => id === deal.ownerId)?.name ?? 'No owner'}</span
								>
							</button>
						</li>
					`,
				)}
			</ul>
		</section>
	`;
}
