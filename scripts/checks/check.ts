/** A check reads the repository and names what is wrong, one line each; none is the empty list. */
export interface Check {
  name: string;
  run(root: string): Promise<string[]>;
}
