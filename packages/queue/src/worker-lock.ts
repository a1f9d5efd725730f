/** First key of the advisory locks by which lease keepers show that they live; the second is the worker's `lock_key`. */
export const LOCK_CLASS = 1_953_853_541;
