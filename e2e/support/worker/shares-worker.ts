/** Set by the runner of tests: the specs of one worker share a browser and a product. A spec that runs again, alone, has its own. */
export const sharesWorker: boolean = process.env['WATCHPOST_TEST_SHARES_BROWSER'] === '1' && process.env['WATCHPOST_TEST_ALONE'] === '0';
