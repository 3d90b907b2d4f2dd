/**
 * Measures everybody in turn, round after round (A B C, A B C, …), so that whatever slows the machine
 * down hits all alike.
 * @returns each one's samples, in order of the rounds
 */
export async function interleaved<Name extends string, Sample>(
	names: readonly Name[],
	rounds: number,
	measure: (name: Name, round: number) => Promise<Sample>,
): Promise<Map<Name, Sample[]>> {
	const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
	for (let round = 1; round <= rounds; round++) {
		for (const name of names) samples.get(name)!.push(await measure(name, round));
	}
	return samples;
}
