import { resolve } from 'node:path';

import { Command, InvalidArgumentError } from 'commander';

import { defaultDataFolder } from './folders';

export interface PlaygroundOptions {
	/** n8n's port on 127.0.0.1. */
	n8nPort: number;
	/** The sandbox's port on 127.0.0.1. */
	sandboxPort: number;
	/** Absolute path of n8n's data. */
	dataFolder: string;
	/** Forget users, credentials, workflows and executions first. */
	fresh: boolean;
}

function port(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1 || value > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
	}
	return value;
}

/** Reads the command line; prints help or what is wrong, and exits, as commander does. */
export function readOptions(argv: string[]): PlaygroundOptions {
	const command = new Command('npm start --')
		.description('A real n8n with the node, beside a sandbox of the service. Ctrl-C stops both.')
		.option('--n8n-port <port>', "n8n's port", port, 5678)
		.option('--sandbox-port <port>', "the sandbox's port", port, 4010)
		.option('--data <folder>', "where n8n's data lives", defaultDataFolder)
		.option('--fresh', 'begin anew: forget workflows, credentials and executions', false)
		.parse(argv);
	const options = command.opts<{
		n8nPort: number;
		sandboxPort: number;
		data: string;
		fresh: boolean;
	}>();
	if (options.n8nPort === options.sandboxPort) {
		command.error('n8n and the sandbox need two different ports.');
	}
	return {
		n8nPort: options.n8nPort,
		sandboxPort: options.sandboxPort,
		dataFolder: resolve(options.data),
		fresh: options.fresh,
	};
}
