/** What the panel says of the columns where no custom fields are known; what it lists is in the engine tests. */
import { getColumns } from '../../../nodes/CustomerRelationship/listSearch/getColumns';

const columnsOf = async (
	resource: string,
	operation: string,
	credentials?: object,
	columns?: object,
) =>
	await getColumns.call({
		getCurrentNodeParameter: (name: string) => ({ resource, operation, columns })[name],
		getNode: () => ({ credentials }),
	} as never);

test.each([
	['deal', 'unheardOf'],
	['unheardOf', 'create'],
])('has no columns for %s.%s, which does not exist', async (resource, operation) => {
	expect(await columnsOf(resource, operation)).toEqual({ fields: [] });
});

test.each([undefined, {}])('asks for a credential where the node has %j', async (credentials) => {
	const { emptyFieldsNotice } = await columnsOf('deal', 'create', credentials);
	expect(emptyFieldsNotice).toMatch(/^Custom fields are looked up with a credential: choose one/);
});

test('says why custom fields could not be looked up', async () => {
	const chosen = { customerRelationshipApi: { id: 'c1' } };
	const { emptyFieldsNotice } = await columnsOf('deal', 'create', chosen);
	expect(emptyFieldsNotice).toMatch(/^Custom fields could not be looked up: .+/);
});

test('says where the headings that fit are listed', async () => {
	const { emptyFieldsNotice } = await columnsOf('deal', 'upsert');
	expect(emptyFieldsNotice).toMatch(/ Headings fit .*columns\.md#automatically.* is not sent\.$/);
});

test('shows the slug of a custom field as it is', async () => {
	const columns = { schema: [{ id: 'customFields.a<b' }] };
	const { emptyFieldsNotice } = await columnsOf('deal', 'create', undefined, columns);
	expect(emptyFieldsNotice).toContain('Custom fields: a&lt;b.');
});

test('names as many custom fields as there is room for', async () => {
	const slugs = Array.from({ length: 40 }, (_, n) => `campo_numero_${n}`);
	const columns = { schema: slugs.map((slug) => ({ id: `customFields.${slug}` })) };
	const { emptyFieldsNotice } = await columnsOf('deal', 'create', undefined, columns);
	expect(emptyFieldsNotice).toContain(
		'Custom fields: campo_numero_0, campo_numero_1, campo_numero_10, 37 more. What',
	);
	const [, own = ''] = emptyFieldsNotice!.split('open this node again. ');
	expect(own.replace(/<[^>]+>/g, '').length).toBeLessThanOrEqual(172);
});
