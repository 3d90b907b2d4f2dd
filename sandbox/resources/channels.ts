import { onePage } from '../http/list';
import { operation } from '../http/operation';
import type { Channel } from '../model';
import { mayUseChannel } from '../rules/visibility';

export const channels = [
	operation({
		method: 'GET',
		path: '/channels',
		scope: 'inbox:read',
		unshown: { answer: 'channel' },
		run: (call) =>
			onePage(
				[...call.account.channels]
					.filter((channel) => channel.isConnected && mayUseChannel(call, channel))
					.map(presentChannel),
			),
	}),
];

export function isOfficial(channel: Channel): boolean {
	return channel.type === 'official_messaging';
}

/** Neither off nor in need of being connected again. */
export function isUsable(channel: Channel): boolean {
	return channel.isConnected && !channel.needsReconnecting;
}

/** README, "Channel". */
function presentChannel(channel: Channel) {
	const { id, name, type, phoneNumber, defaultDepartmentId } = channel;
	return {
		id,
		name,
		type,
		isOfficial: isOfficial(channel),
		phoneNumber,
		isConnected: isUsable(channel),
		defaultDepartmentId,
	};
}
