import type { Account } from '../store/account';
import type { Planter } from './planter';

/** What is rare, and easily forgotten: a channel that is listed but disconnected, a group. */
export function plantExceptions(planter: Planter, account: Account) {
	const [official] = account.channels;
	const qr = [...account.channels].find(({ type }) => type === 'qr_messaging');
	if (!official || !qr) throw new Error('The channels come first.');
	const needsReconnecting = account.channels.insert({
		...official,
		id: planter.id('chn'),
		name: 'Loja do centro',
		phoneNumber: '+551130000005',
		needsReconnecting: true,
	});
	const group = account.conversations.insert({
		...planter.stamp('cnv'),
		contactId: null,
		groupName: 'Arquitetos parceiros',
		channelId: qr.id,
		departmentId: qr.defaultDepartmentId,
		ownerId: null,
		dealId: null,
		status: 'open',
		windowExpiresAt: null,
	});
	return {
		channels: { needsReconnecting: needsReconnecting.id },
		conversations: { group: group.id },
	};
}
