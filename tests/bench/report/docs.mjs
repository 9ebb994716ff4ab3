export async function writeDocs() {}
