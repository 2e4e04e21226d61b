package house_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/kaibo-dev/kaibo/"

// floors lists every package with the height at which it stands. A package
// imports only packages that stand lower. Halves are the order inside a floor.
var floors = map[string]float64{
	"internal/kaibo": 0, "internal/canon": 0.2, "internal/lang": 0.2, "internal/dates": 0.2, "internal/chain": 0.4, "internal/proof": 0.6, "internal/tokens": 0.2, "internal/guard": 0.2, "internal/tokens/o200k": 0.3,
	"internal/local": 1, "internal/porttest": 1,
	"internal/invariant": 2.3,
	"internal/awsretry":  1, "internal/awstest": 1.05, "internal/dynamo": 1.1, "internal/objects": 1.1, "internal/queue": 1.1, "internal/kms": 1.1,
	"internal/verify": 2, "internal/imports": 2.1, "internal/checkpoint": 2.1, "internal/ledger": 2, "internal/termindex": 2, "internal/access": 2,
	"internal/views": 2.2, "internal/structure": 2.4, "internal/structure/rules": 2.5, "internal/recall": 2.4, "internal/enginetest": 2.8,
	"internal/graph": 2, "internal/guard/setting": 2, "internal/curate": 2.5, "internal/forget": 2.6, "internal/retention": 2.7, "internal/backup": 2.7, "internal/archive": 2.75, "internal/webhooks": 2.1,
	"internal/verbs":           3,
	"internal/structure/model": 2.45, "internal/structure/model/bedrock": 2.52, "internal/cloud/models": 4.2,
	"docs": 0.1, "internal/docsite": 3.5, "internal/docsite/markdown": 3.4, "internal/reference": 3.5,
	"internal/httpapi": 4, "internal/mcpserver": 4, "internal/telemetry": 4.2, "internal/wire": 2.3, "internal/fence": 0.3, "sdk/go": 4.8, "internal/app": 4.5, "internal/cli": 4.7,
	"internal/cloud": 4.1, "internal/cloud/stack": 4, "internal/cloud/gateway": 4.2, "internal/cloud/hints": 4.2, "internal/cloud/api": 4.3, "internal/cloud/agents": 4.35, "internal/cloud/signing": 4.2, "internal/cloud/operator": 4.4, "internal/cloud/cloudtest": 4.4,
	"functions": 5, "functions/remember": 5, "functions/recall": 5, "functions/explain": 5, "functions/forget": 5, "functions/curate": 5, "functions/mcp": 5,
	"functions/structure": 5, "functions/compact": 5, "functions/purge": 5, "functions/notify": 5, "functions/authorize": 5, "functions/docs": 5, "functions/checkpoint": 5,
	"cmd/kaibo":      5,
	"internal/house": 9, "internal/adversary": 9, "internal/simtest": 9, "internal/endtoend": 9, "scripts/local-aws": 9, "scripts/eval": 9, "scripts/eval/measure": 8.9, "scripts/eval/synth": 8.8, "scripts/steady": 9,
}

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

// packages asks the go command for the packages of the module.
func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", module+"...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		all = append(all, p)
	}
}

func TestImportsPointDown(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		seen[name] = true
		floor, ok := floors[name]
		if !ok {
			t.Errorf("package %s stands on no floor: add it to floors", name)
			continue
		}
		for _, imported := range p.Imports {
			below, ours := strings.CutPrefix(imported, module)
			if ours && floors[below] >= floor {
				t.Errorf("%s (floor %v) imports %s (floor %v): imports point down", name, floor, below, floors[below])
			}
		}
	}
	for name := range floors {
		if !seen[name] && name != "internal/simtest" {
			t.Errorf("floors names %s, which is not there", name)
		}
	}
}

// pure packages do no I/O.
func TestTheGroundFloorDoesNoIO(t *testing.T) {
	forbidden := []string{"os", "net", "net/http", "os/exec", "database/sql", "log", "log/slog"}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if floors[name] >= 1 {
			continue
		}
		for _, imported := range p.Imports {
			if slices.Contains(forbidden, imported) {
				t.Errorf("%s imports %s: the ground floor does no I/O", name, imported)
			}
		}
	}
}

const (
	maxFunction = 80  // lines
	maxFile     = 500 // lines
	minDoc      = 120 // bytes of a package doc
)

func TestSizeAndDocs(t *testing.T) {
	for _, p := range packages(t) {
		doc := ""
		for _, file := range p.GoFiles {
			path := filepath.Join(p.Dir, file)
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if n := fset.File(f.Pos()).LineCount(); n > maxFile {
				t.Errorf("%s has %d lines, more than %d: one room, one purpose", path, n, maxFile)
			}
			if f.Doc != nil && len(f.Doc.Text()) > len(doc) {
				doc = f.Doc.Text()
			}
			for _, d := range f.Decls {
				checkDecl(t, fset, path, d)
			}
		}
		if len(doc) < minDoc && len(p.GoFiles) > 0 {
			t.Errorf("%s has a package doc of %d bytes: it should say what is promised and what is not", p.ImportPath, len(doc))
		}
	}
}

// checkDecl checks a declaration's length, and that it is explained where it
// is exported.
func checkDecl(t *testing.T, fset *token.FileSet, path string, d ast.Decl) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if n := fset.Position(d.End()).Line - fset.Position(d.Pos()).Line + 1; n > maxFunction {
			t.Errorf("%s: %s has %d lines, more than %d: split it into named steps", path, d.Name.Name, n, maxFunction)
		}
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			t.Errorf("%s: %s is exported and not explained", path, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
				t.Errorf("%s: type %s is exported and not explained", path, s.Name.Name)
			}
		}
	}
}

// exportedReceiver reports whether a function is a method of an exported type,
// or no method.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

// TestNothingIsLeftOpen finds what says of itself that it is not done.
func TestNothingIsLeftOpen(t *testing.T) {
	root := filepath.Join("..", "..")
	words := []string{"TO" + "DO:", "FIX" + "ME", "XX" + "X ", "not imple" + "mented"}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, group := range f.Comments {
			for _, w := range words {
				if strings.Contains(group.Text(), w) {
					t.Errorf("%s: a comment says %q", fset.Position(group.Pos()), w)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
