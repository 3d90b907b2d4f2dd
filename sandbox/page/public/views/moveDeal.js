import { inPath, send } from '../control.js';

/** Moves a deal to an open stage, or closes it in a won or lost one. */
export async function moveDeal(deal, stage) {
	const path = `/app/deals/${inPath(deal.id)}`;
	const moves = {
		open: () => send('POST', `${path}/move`, { stageId: stage.id }),
		won: () => send('POST', `${path}/win`, {}),
		lost: () => send('POST', `${path}/lose`, {}),
	};
	await moves[stage.kind]();
}
