import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from "@microsoft/api-extractor";

import { entries } from "./entries.ts";

const root = resolve(import.meta.dirname, "../..");

/** Reports on each entry of the built package; gives those whose report was another. */
export function reportApi(isToWrite: boolean): readonly string[] {
  return entries.filter((entry) => {
    const { apiReportChanged } = Extractor.invoke(configOf(entry), {
      localBuild: isToWrite,
      messageCallback: quieten,
    });
    return apiReportChanged;
  });
}

function configOf(entry: string): ExtractorConfig {
  const entryPoint = join(root, "dist", entry, "index.d.ts");
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entryPoint,
      compiler: { overrideTsconfig: { compilerOptions, files: [entryPoint] } },
      apiReport: {
        enabled: true,
        reportFileName: entry,
        reportFolder: join(root, "api"),
        reportTempFolder: join(tmpdir(), "pagoda-api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
  });
}

const compilerOptions = {
  allowImportingTsExtensions: true,
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: "es2023",
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
};

/** What has changed is told once, by who asked. */
function quieten(message: ExtractorMessage): void {
  if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
}
