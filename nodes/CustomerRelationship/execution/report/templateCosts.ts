/**
 * What a template message costs, in 1/10000 of a real, as the API documentation of November 2026 estimates it
 * (specification: Cost note). The messaging platform sets the price.
 */
const COSTS = { utility: 350, marketing: 3217 };

/** The cost of `count` template messages, by what they are approved as. */
export const templateCostText = (count: number): string =>
	`${reais(count * COSTS.utility)} (if approved as notices) to ${reais(count * COSTS.marketing)} (if approved as advertising)`;

/** @param amount in 1/10000 of a real */
const reais = (amount: number): string =>
	(amount / 10_000).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
