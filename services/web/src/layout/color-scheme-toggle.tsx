import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../ui/icon.tsx';

/** Switches between light and dark; until it is used, the system decides. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const other = dark ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={`Use ${other} colours`}
      title={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      {dark ? <Icon name="sun" /> : <Icon name="moon" />}
    </ActionIcon>
  );
}
