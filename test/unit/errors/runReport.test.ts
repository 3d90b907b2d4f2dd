import { runReportText } from '../../../nodes/CustomerRelationship/errors/runReport';

const GO_ON =
	'Run again without what was carried out; look in the service first at what may have been carried out.';

test.each<[string, number[], number[], number[]]>([
	[
		'Of the 1 item in this run of the node (the first item is 0), 1 was carried out (item 0).',
		[0],
		[],
		[],
	],
	[
		'Of the 1 item in this run of the node (the first item is 0), 1 may have been carried out (item 0).',
		[],
		[0],
		[],
	],
	[
		'Of the 3 items in this run of the node (the first item is 0), 3 were carried out (items 0–2).',
		[0, 1, 2],
		[],
		[],
	],
	[
		'Of the 2 items in this run of the node (the first item is 0), 1 was carried out (item 0) and 1 was not (item 1).',
		...([[0], [], [1]] as const),
	],
	[
		'Of the 3 items in this run of the node (the first item is 0), 1 may have been carried out (item 0) and 2 were not (items 1–2).',
		...([[], [0], [1, 2]] as const),
	],
	[
		'Of the 9 items in this run of the node (the first item is 0), 6 were carried out (items 0–2, 4 and 6–7), 1 may have been (item 8) and 2 were not (items 3 and 5).',
		...([[0, 1, 2, 4, 6, 7], [8], [3, 5]] as const),
	],
] as Array<[string, number[], number[], number[]]>)(
	'%s',
	(text, carriedOut, unknown, notCarriedOut) => {
		const report = { carriedOut, keptBack: [], unknown, notCarriedOut, output: [] };
		expect(runReportText(report)).toBe(`${text} ${GO_ON}`);
	},
);

test.each([
	[[0], [], '1 was carried out (item 0) and 1 was kept back by a rule before sending (item 1)'],
	[[], [0], '1 was not carried out (item 0) and 1 was kept back by a rule before sending (item 1)'],
])(
	'tells who was kept back from what was carried out (%j, %j)',
	(carriedOut, notCarriedOut, outcomes) => {
		const report = { carriedOut, keptBack: [1], unknown: [], notCarriedOut, output: [] };
		expect(runReportText(report)).toContain(`(the first item is 0), ${outcomes}. Run`);
	},
);

test.each([[[]], [[0]], [[0, 1]]])(
	'gives no advice if nothing was carried out (%j)',
	(notCarriedOut) => {
		const nothing = { carriedOut: [], keptBack: [], unknown: [], output: [] };
		expect(runReportText({ ...nothing, notCarriedOut })).toBe(
			'Nothing was carried out in this run of the node.',
		);
	},
);
