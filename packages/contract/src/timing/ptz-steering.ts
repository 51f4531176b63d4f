/** How often a page repeats a movement, ms. */
export const steeringIntervalMs = 400;
