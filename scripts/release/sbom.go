package main

import (
	"debug/buildinfo"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// sbom writes what the program is made of: every module that was linked, as the
// binary itself records it.
func (r *release) sbom(t target) error {
	info, err := buildinfo.ReadFile(r.binary(t))
	if err != nil {
		return err
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.at.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{BOMRef: "kaibo", Type: cdx.ComponentTypeApplication, Name: "kaibo", Version: r.version,
			PackageURL: "pkg:golang/" + info.Main.Path + "@v" + r.version, Licenses: &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}}},
	}
	components := []cdx.Component{{BOMRef: "pkg:golang/std@" + runtime.Version(), Type: cdx.ComponentTypeLibrary, Name: "std",
		Version: info.GoVersion, PackageURL: "pkg:golang/std@" + info.GoVersion}}
	refs := []string{components[0].BOMRef}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		components = append(components, cdx.Component{BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl})
		refs = append(refs, purl)
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: "kaibo", Dependencies: &refs}}
	f, err := os.Create(filepath.Join(r.out, "kaibo-"+r.version+"-sbom.cdx.json"))
	if err != nil {
		return err
	}
	return errors.Join(cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom), f.Close())
}
