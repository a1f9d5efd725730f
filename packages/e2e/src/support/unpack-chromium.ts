import chromium from '@sparticuz/chromium';

/**
 * Run as a process of its own by `chromium.ts`: the package unpacks into the system's temporary folder, which that
 * one names by TMPDIR, and decides by the environment whether the libraries come along.
 */
await chromium.executablePath();
