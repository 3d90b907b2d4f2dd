/**
 * Leaves out of mutation what is only read: labels, descriptions, the sentences of the error catalogue. The documentation
 * is written from them, and its test sees every change; a unit test that repeated each would say nothing. Names and values
 * that are stored, sent or compared stay in.
 */
import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const SHOWN = new Set(['displayName', 'description', 'placeholder', 'action', 'hint']);
const SHOWN_IN_ERRORS = new Set(['message', 'remedy']);

/** Of a path in Babel's syntax tree, what is looked at here. */
interface Path {
	node: Node;
	parentPath: Path | null;
}
interface Node {
	type: string;
	key?: { name?: string };
	value?: Node;
	properties?: Node[];
	test?: Node;
}

const TEXTS = ['StringLiteral', 'TemplateLiteral'];
const PARTS_OF_A_TEXT = [...TEXTS, 'BinaryExpression', 'ConditionalExpression'];

const isText = ({ type }: Node) => TEXTS.includes(type);
const keyOf = (node?: Node) => (node?.type === 'ObjectProperty' ? node.key?.name : undefined);

/** Whether the text is what a property says to the user. */
function isShown({ node, parentPath: parent }: Path): boolean {
	if (!parent || parent.node.test === node) return false;
	if (PARTS_OF_A_TEXT.includes(parent.node.type)) return isShown(parent);
	const key = keyOf(parent.node) ?? '';
	const siblings = parent.parentPath?.node.properties?.map(keyOf) ?? [];
	return (
		SHOWN.has(key) ||
		(SHOWN_IN_ERRORS.has(key) && siblings.includes('remedy')) ||
		// A choice in a dropdown: `value` is what is stored.
		(key === 'name' && siblings.includes('value'))
	);
}

/** An object that says something to the user and nothing else. */
const onlySays = ({ properties = [] }: Node): boolean =>
	properties.length > 0 &&
	properties.every((property) => SHOWN.has(keyOf(property) ?? '') && isText(property.value!));

const shownTexts: Ignorer = {
	shouldIgnore(path: NodePath) {
		const { node } = path as Path;
		const shown = isText(node) ? isShown(path as Path) : onlySays(node);
		return shown ? 'only shown' : undefined;
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'shownTexts', shownTexts)];
