import {
	noticeHiddenInTool,
	noticeOf,
	toolNoticesOf,
} from '../../../nodes/CustomerRelationship/fields/notice';
import { simplifyNotice } from '../../../nodes/CustomerRelationship/fields/simplify';

const notice = { type: 'notice', default: '' };

test('a notice is shown always, except in tools, or in tools alone', () => {
	expect(noticeOf('A')).toEqual({ ...notice, displayName: 'A', name: 'notice' });
	expect(noticeHiddenInTool('A')).toEqual({
		...{ ...notice, displayName: 'A', name: 'notice' },
		displayOptions: { hide: { '@tool': [true] } },
	});
	const displayOptions = { show: { '@tool': [true] } };
	expect(toolNoticesOf('A', 'B', 'C')).toEqual([
		{ ...notice, displayName: 'A', name: 'toolNotice', displayOptions },
		{ ...notice, displayName: 'B', name: 'toolNotice2', displayOptions },
		{ ...notice, displayName: 'C', name: 'toolNotice3', displayOptions },
	]);
});

test('the notice of Simplify is shown with Simplify, except in tools', () => {
	expect(simplifyNotice.displayOptions).toEqual({
		show: { simplify: [true] },
		hide: { '@tool': [true] },
	});
});
