import { createTheme } from '@mantine/core';

/**
 * Mantine's defaults with another primary colour. Its variables stand in `tokens.css`: what differs from the
 * defaults would otherwise be written into a style element, which the page's CSP forbids.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  respectReducedMotion: true,
  cursorType: 'pointer',
});
