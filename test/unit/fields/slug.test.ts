import {
	findSlug,
	nearestSlug,
	slugFromName,
} from '../../../nodes/CustomerRelationship/fields/parsers/slug';

test.each([
	[' Data de  Nascimento ', 'data_de_nascimento'],
	['Pré-venda', 'pre_venda'],
	['a -b', 'a_b'],
])('the slug of %j is %s', (name, slug) => {
	expect(slugFromName(name)).toBe(slug);
});

test.each([
	['Cor da parede', 'cor_da_parede'],
	['COR-DA_PAREDE', 'cor_da_parede'],
	['corDaParede', 'cor_da_parede'],
	['origem', 'origem'],
	['unknown_slug', 'unknown_slug'],
	['Tamanho', undefined],
])('%j stands for %s', (text, slug) => {
	expect(findSlug(text, ['origem', 'cor_da_parede'])).toBe(slug);
});

const KNOWN = ['uf', 'origem', 'cor_da_parede', 'cor_do_sofa'];

test.each([
	['ori', undefined],
	['origen', 'origem'],
	['rigem', 'origem'],
	['orrigem', 'origem'],
	['orige', 'origem'],
	['xorigem', 'origem'],
	['origemxx', 'origem'],
	['orgmi', undefined],
	['origemxyz', undefined],
	['u', 'uf'],
	['u f', 'uf'],
	['xy', undefined],
	['Cor da pared', 'cor_da_parede'],
	['cor_do_sofá', 'cor_do_sofa'],
	['cor da', undefined],
	['completely different', undefined],
	['', undefined],
])('the known slug closest to %j is %s', (text, slug) => {
	expect(nearestSlug(text, KNOWN)).toBe(slug);
});

test('of several close slugs the closest counts, wherever it stands', () => {
	expect(nearestSlug('origens', ['origem', 'origenx'])).toBe('origenx');
	expect(nearestSlug('origens', ['origenx', 'origem'])).toBe('origenx');
	expect(nearestSlug('origem', [])).toBeUndefined();
});

test('neither a text nor a slug of more than 100 characters is compared letter by letter', () => {
	const [long, longer] = [100, 101].map((length) => 'a'.repeat(length));
	expect(nearestSlug(`b${long!.slice(1)}`, [long!])).toBe(long);
	expect(nearestSlug(`b${longer!.slice(1)}`, [longer!, long!])).toBeUndefined();
	expect(nearestSlug(long!, [longer!])).toBeUndefined();
});

test('of two slugs that a text fits the first one counts', () => {
	expect(findSlug('Tamanho Novo', ['tamanhonovo', 'tamanho__novo'])).toBe('tamanhonovo');
	expect(findSlug('Tamanho Novo', ['tamanho__novo', 'tamanhonovo'])).toBe('tamanho__novo');
});
