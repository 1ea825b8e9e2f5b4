import type Stripe from "stripe";

/** More objects of a kind than any learner comes to; a bound, so that no customer keeps a function busy. */
const mostObjects = 1000;

/** All objects of a list, page after page. */
export function allOf<Listed>(list: Stripe.ApiListPromise<Listed>): Promise<Listed[]> {
  return list.autoPagingToArray({ limit: mostObjects });
}
