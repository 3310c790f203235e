import { describeTree } from './tree.ts'

// Prints the description of the product in a folder; `main.ts` runs it once for each of the two that it compares.

const [tree = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await describeTree(tree)))
