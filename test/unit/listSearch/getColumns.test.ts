/** What the panel says of the columns where no custom fields are known; what it lists is in the engine tests. */
import { getColumns } from '../../../nodes/CustomerRelationship/listSearch/getColumns';

const columnsOf = async (resource: string, operation: string, credentials?: object) =>
	await getColumns.call({
		getCurrentNodeParameter: (name: string) => ({ resource, operation })[name],
		getNode: () => ({ credentials }),
	} as never);

test('has no columns for an operation that does not exist', async () => {
	expect(await columnsOf('deal', 'unheardOf')).toEqual({ fields: [] });
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

test('names the fields that the panel has beside the columns', async () => {
	const { emptyFieldsNotice } = await columnsOf('deal', 'upsert');
	expect(emptyFieldsNotice).toContain('a field of its own for Contact and Pipeline:');
	expect((await columnsOf('deal', 'create')).emptyFieldsNotice).not.toContain('of its own');
});

test('tells of an upsert alone what is added and what is replaced', async () => {
	expect((await columnsOf('deal', 'upsert')).emptyFieldsNotice).toContain(
		'If the record exists, Tags are added to those that it has, Title and Stage are for a new one alone; ',
	);
	expect((await columnsOf('deal', 'create')).emptyFieldsNotice).not.toContain('If the record');
	expect((await columnsOf('company', 'upsert')).emptyFieldsNotice).toContain(
		'are added to those that it has; ',
	);
});
