import { base, en, Faker, pt_BR } from '@faker-js/faker';

/** Invented Brazilian people and companies; the same seed gives the same ones. */
export function fakerOf(seed: number): Faker {
	const faker = new Faker({ locale: [pt_BR, en, base] });
	faker.seed(seed);
	return faker;
}
