import { Command, CommanderError } from 'commander';
import { exit, type Io } from './io.ts';
import { readCommand } from './read-command.ts';

/**
 * The commands of `tender`. Reading files is what it does when no other command is named. Answers go to
 * standard output, everything else to standard error, and the exit code says how it went (see `io.ts`).
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = exit.done;
  const program = new Command('tender')
    .description('Reads tender PDFs into checked fields, without any service.')
    .exitOverride()
    .showHelpAfterError('(tender --help tells how to use it)')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  program
    .command('read', { isDefault: true })
    .description('read the files as one tender: notice, annexes, addenda')
    .argument('<files...>', 'PDF files')
    .option('--json', 'print the tender as the API would')
    .option(
      '--language <codes>',
      'languages to recognise (eng,deu,fra,spa,ita,nld); told from the text without it',
    )
    .exitOverride()
    .action(async (files: string[], options: { json?: boolean; language?: string }) => {
      code = await readCommand(files, options, io);
    });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
    if (io.signal.aborted) return exit.interrupted;
    throw error;
  }
}
