package checkpoint_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// The names of tiles are those of c2sp.org/tlog-tiles: tlog's own, without the
// height.
func TestTileNames(t *testing.T) {
	for _, n := range []int64{0, 1, 255, 999, 1000, 1_234_067, 999_999_999} {
		for _, level := range []int{0, 3} {
			want := strings.Replace(tlog.Tile{H: 8, L: level, N: n, W: 256}.Path(), "tile/8/", "p/tile/", 1)
			got := checkpoint.TileName("p/", level, uint64(n)) //nolint:gosec // not negative
			if got != want || kaibo.CheckObjectName(got) != nil {
				t.Errorf("tile %d of level %d is %s, want %s", n, level, got, want)
			}
		}
	}
}

func FuzzParseKeys(f *testing.F) {
	w := &checkpoint.KeyFile{Path: f.TempDir() + "/keys"}
	if _, err := w.Signers(f.Context(), "a.example"); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(w.Path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("PRIVATE+KEY+a+00000000+AAAA\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		keys, err := checkpoint.ParseKeys(data)
		if err == nil && len(keys) == 0 {
			t.Error("a file without keys is read")
		}
		if err != nil && strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("an error shows a secret: %v", err)
		}
	})
}

func FuzzDecodeState(f *testing.F) {
	f.Add([]byte(`{"size":3,"edge":["AAAA"]}`))
	f.Fuzz(func(_ *testing.T, data []byte) { _ = checkpoint.DecodeState(data) }) // whatever it is, it does not panic
}

func FuzzParseWitness(f *testing.F) {
	f.Add("https://w.example/ w.example+0a1b2c3d+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("http:// \n")
	f.Add("https://w.example\x00 a+b+c d")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := checkpoint.ParseWitness(text)
		if err != nil {
			return
		}
		again, err := checkpoint.ParseWitness(w.URL + " " + w.Key)
		if err != nil || again != w {
			t.Errorf("%q is %+v, and that is %+v, %v", text, w, again, err)
		}
	})
}

func FuzzParseTile(f *testing.F) {
	f.Add(make([]byte, 256*32))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if again, err := checkpoint.ParseTile(data); err == nil && !bytes.Equal(again, data) {
			t.Error("a tile is not what it was")
		}
	})
}

// FuzzTilePath holds that a path that is taken is the one form of what it names,
// and names a tile that a log can have.
func FuzzTilePath(f *testing.F) {
	for _, path := range []string{
		"tile/0/000", "tile/6/999", "tile/7/000", "tile/entries/x001/234", "tile/0/x035/x184/x372/088.p/255", "tile/1/000.p/256",
		"tile/0/000.p/0", "tile/0/1", "tile/0/x000/000", "tile/00/000", "tile/entries/000.p/1", "tile/0/../000", "tile/0/000.p/1.p/2", "tile//", "",
	} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		written, entries, level, index, width, ok := checkpoint.ParseTilePath(path)
		if !ok {
			return
		}
		if written != path {
			t.Errorf("%q is written %q", path, written)
		}
		if entries && level != 0 || level < 0 || level > 6 || width < 1 || width > 256 || index >= 1<<45 {
			t.Errorf("%q is level %d, index %d, width %d", path, level, index, width)
		}
		if want := proof.TilePath(map[bool]int{false: level, true: proof.EntryLevel}[entries], index, width); want != path {
			t.Errorf("%q is %q to others", path, want)
		}
	})
}

// TestTilePathsThatAreTaken and those that are not, which another form of the same
// tile would be.
func TestTilePathsThatAreTaken(t *testing.T) {
	for path, want := range map[string]bool{
		"tile/0/000": true, "tile/0/000.p/255": true, "tile/entries/x001/234": true, "tile/6/000": true,
		"tile/0/000.p/256": false, "tile/0/000.p/0": false, "tile/0/0": false, "tile/0/x000/000": false, "tile/00/000": false,
		"tile/7/000": false, "tile/-1/000": false, "tile/0/x1/000": false, "tile/0/+01": false, "/tile/0/000": false, "tile/0/000/": false,
		"tile/0/000.p/01": false, "tile/0/001/234": false, "tile/entries/../000": false, "tile/0/x999/x999/x999/x999/x999/999": false,
	} {
		if _, _, _, _, _, got := checkpoint.ParseTilePath(path); got != want {
			t.Errorf("%q is taken: %t", path, got)
		}
	}
}
