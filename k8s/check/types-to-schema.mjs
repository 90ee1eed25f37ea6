// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** @typedef {Record<string, any>} Schema */

/**
 * The interfaces of a package of kubernetes-models as definitions, by their full names in lower case:
 * `IComGithubCloudnativePgCloudnativePgApiV1Cluster` is `comgithubcloudnativepgcloudnativepgapiv1cluster`.
 * @param {string} folder of the unpacked package
 * @param {string[]} others names of definitions that its files import
 * @returns {Record<string, Schema>}
 */
export function definitionsFromTypes(folder, others) {
  const byLetters = new Map(others.map((name) => [letters(name), name]));
  /** @type {Record<string, Schema>} */
  const definitions = {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  );
  const sources = files.map((file) =>
    ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest),
  );
  for (const source of sources) {
    for (const full of exportedNames(source).values()) byLetters.set(letters(full), letters(full));
  }
  /** @param {string} name as it is written in a type */
  const refer = (name) => {
    const found = byLetters.get(letters(name));
    if (!found) throw new Error(`no definition is called ${name}`);
    return { $ref: `#/definitions/${found}` };
  };
  for (const source of sources) {
    const names = exportedNames(source);
    for (const statement of source.statements) {
      const full = 'name' in statement && names.get(/** @type {any} */ (statement.name)?.text);
      const name = full && byLetters.get(letters(full));
      if (!name) continue;
      if (ts.isInterfaceDeclaration(statement)) definitions[name] = ofInterface(statement, refer);
      if (ts.isTypeAliasDeclaration(statement)) definitions[name] ??= ofType(statement.type, refer);
    }
  }
  return definitions;
}

/**
 * `export type { IBackup as IComGithub…Backup }`: the local name and the full one.
 * @param {ts.SourceFile} source
 * @returns {Map<string, string>}
 */
function exportedNames(source) {
  const elements = source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? [...statement.exportClause.elements]
      : [],
  );
  return new Map(
    elements
      .filter(({ name }) => /^I(Com|Io)[A-Z]/.test(name.text))
      .map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]),
  );
}

/** @param {string} name */
function letters(name) {
  return name
    .replace(/^I(?=Com[A-Z]|Io[A-Z])/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}

/**
 * @param {ts.InterfaceDeclaration} node
 * @param {(name: string) => Schema} refer
 * @returns {Schema}
 */
function ofInterface(node, refer) {
  const parents = (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => expression),
  );
  const names = parents.map((expression) => /** @type {ts.Identifier} */ (expression).text);
  if (names.some((name) => name !== 'TypeMeta')) return { type: 'object' };
  return ofMembers(node.members, refer);
}

/**
 * @param {readonly ts.TypeElement[]} members
 * @param {(name: string) => Schema} refer
 * @returns {Schema}
 */
function ofMembers(members, refer) {
  const index = members.find((member) => ts.isIndexSignatureDeclaration(member));
  if (index) return { type: 'object', additionalProperties: ofType(index.type, refer) };
  const fields = members.filter((member) => ts.isPropertySignature(member));
  const nameOf = (/** @type {ts.PropertySignature} */ { name }) =>
    /** @type {ts.StringLiteral} */ (name).text;
  const required = fields.filter(({ questionToken }) => !questionToken).map(nameOf);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [nameOf(field), field.type ? ofType(field.type, refer) : {}]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/**
 * @param {ts.TypeNode} node
 * @param {(name: string) => Schema} refer
 * @returns {Schema}
 */
function ofType(node, refer) {
  if (node.kind === ts.SyntaxKind.StringKeyword) return { type: 'string' };
  if (node.kind === ts.SyntaxKind.NumberKeyword) return { type: 'number' };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { type: 'boolean' };
  if (ts.isTypeLiteralNode(node)) return ofMembers([...node.members], refer);
  if (ts.isUnionTypeNode(node)) return { anyOf: node.types.map((type) => ofType(type, refer)) };
  if (ts.isLiteralTypeNode(node)) {
    return ts.isStringLiteral(node.literal) ? { enum: [node.literal.text] } : { type: 'null' };
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = /** @type {ts.Identifier} */ (node.typeName).text;
    const [argument] = node.typeArguments ?? [];
    if (name === 'Array' && argument) return { type: 'array', items: ofType(argument, refer) };
    return /^I(Com|Io)/.test(name) ? refer(name) : {};
  }
  return {};
}
