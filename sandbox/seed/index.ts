import type { SandboxOptions } from '../options';
import type { Account, ChangeListener } from '../store/account';
import { createMainAccount } from './mainAccount';
import { createOtherAccount, createSuspendedAccount } from './otherAccounts';
import { createSalesData } from './salesData';
import { plantExceptions } from './exceptions';
import { fakerOf } from './faker';
import { Planter } from './planter';

/** What a fresh sandbox holds, and the names by which tests find it. */
export interface Seeded {
	accounts: Account[];
	/** The account that the control API and the page look at. */
	main: Account;
	/** Bearer tokens by name. */
	tokens: Record<string, string>;
	/** README, "Fixtures"; all values are plain strings. */
	fixtures: Record<string, Record<string, string> | string[]>;
}

/** The same seed gives the same data, ids and dates included. */
export function seed(
	{ seed: number, contacts }: Pick<SandboxOptions, 'seed' | 'contacts'>,
	changed: ChangeListener,
): Seeded {
	const planter = new Planter(fakerOf(number), changed);
	const { account: main, fixtures, tokens } = createMainAccount(planter);
	const other = createOtherAccount(planter);
	const suspended = createSuspendedAccount(planter);
	createSalesData(planter, main, contacts);
	const more = plantExceptions(new Planter(fakerOf(number + 1), changed), main);
	return {
		accounts: [main, other.account, suspended.account],
		main,
		tokens: { ...tokens, ...other.tokens, ...suspended.tokens },
		fixtures: {
			...fixtures,
			users: { ...fixtures.users, ofAnotherAccount: other.managerId },
			channels: { ...fixtures.channels, ...more.channels },
			conversations: more.conversations,
		},
	};
}
